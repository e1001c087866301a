#!/bin/sh
# control-groups.sh BUILD: the tests of control groups where groups are delegated: under a Linux of Debian's that boots in
# QEMU (software emulation, half a minute), for few machines delegate one to whoever runs tests.
set -eu
build=$1
vm=$build/vm
rm -rf "$vm"
mkdir -p "$vm/kernel" "$vm/root/bin" "$vm/root/proc" "$vm/root/sys" "$vm/root/dev" "$vm/root/tmp"
image=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/.*Depends: \(linux-image-[^ ]*\).*/\1/p' | head -n 1)
(cd "$vm/kernel" && apt-get download "$image" > /dev/null 2>&1 && dpkg -x linux-image-*.deb .)

put() { # PROGRAM [NAME]: with the libraries it needs
  cp -L "$1" "$vm/root/bin/${2:-$(basename "$1")}"
  for library in $(ldd "$1" | grep -o '/[^ ]*'); do
    mkdir -p "$vm/root$(dirname "$library")"
    cp -Ln "$library" "$vm/root$library" || true
  done
}
for program in perl sleep seq; do put "$(command -v $program)"; done
put "$build/dev/src/os/os_test"
put "$(command -v busybox)"
for name in sh mount mkdir cat echo poweroff; do ln -s busybox "$vm/root/bin/$name"; done

cat > "$vm/root/init" <<'INIT'
#!/bin/sh
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t tmpfs tmpfs /tmp
mount -t cgroup2 cgroup2 /sys/fs/cgroup
groups=/sys/fs/cgroup
echo "+memory +pids" > $groups/cgroup.subtree_control
mkdir $groups/given
# setxattr(2): what systemd does for Delegate=yes
perl -e 'my ($at, $name, $value) = ("/sys/fs/cgroup/given\0", "trusted.delegate\0", "1");
  syscall(188, $at, $name, $value, 1, 0) == 0 or die "setxattr: $!"'
tests='*delegated group*,limits hold,what is reached*'
# Once in the group itself, where Pawl has to stand aside, and once in a group below it.
sh -c "echo \$\$ > $groups/given/cgroup.procs; exec os_test -tc='$tests'" && echo "inside: good"
mkdir $groups/given/below
sh -c "echo \$\$ > $groups/given/below/cgroup.procs; exec os_test -tc='$tests'" && echo "below: good"
poweroff -f
INIT
chmod +x "$vm/root/init"
(cd "$vm/root" && find . | cpio -o -H newc 2> /dev/null | gzip -1 > "$vm/init.gz")
timeout -s KILL 300 qemu-system-x86_64 -m 1024 -nographic -no-reboot -kernel "$vm"/kernel/boot/vmlinuz-* \
  -initrd "$vm/init.gz" -append "console=ttyS0 quiet panic=-1" < /dev/null > "$vm/log" 2>&1 || true
if grep -q 'inside: good' "$vm/log" && grep -q 'below: good' "$vm/log" && ! grep -q 'passed over' "$vm/log"; then
  echo "control groups hold commands to their limits"
else
  tail -n 60 "$vm/log"
  exit 1
fi
