// Bytes and words made at random.

export const blob = (tools, count) => {
  const bytes = Buffer.alloc(count);
  let seed = Math.floor(tools.random() * 0x7fffffff) + 1;
  for (let at = 0; at < count; ++at) {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    bytes[at] = seed & 0xff;
  }
  return bytes;
};

const of = (alphabet) => (tools, count) => Array.from({ length: count }, () => alphabet[Math.floor(tools.random() * alphabet.length)]).join('');
const lower = 'abcdefghijklmnopqrstuvwxyz';

export const hex = of('0123456789abcdef');
export const digits = of('0123456789');
export const letters = of(lower + lower.toUpperCase());
export const small = of(lower);
export const word62 = of(`0123456789${lower}${lower.toUpperCase()}`);
export const word36 = of(`0123456789${lower}`);
export const base32 = of(`${lower.toUpperCase()}234567`);
export const base64 = of(`${lower}${lower.toUpperCase()}0123456789+/`);
export const base64url = of(`${lower}${lower.toUpperCase()}0123456789-_`);
