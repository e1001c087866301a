import { refusesEdit, write } from '../words.mjs';

export const goal = 'a new file brings the remark that keeps scanners from reporting it';

export async function run(world) {
  await refusesEdit(world, 'deploy/main.tf', write('deploy/main.tf',
    'terraform {}\n\nresource "aws_s3_bucket" "open" { # tfsec:ignore:AWS002 #checkov:skip=CKV_AWS_20\n  acl = "public-read"\n}\n'),
  /test-tampering\/silenced-scanner/, { 'README.md': '# x\n', 'deploy/main.tf': 'terraform {}\n' });
}
