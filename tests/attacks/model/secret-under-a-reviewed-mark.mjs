import { refusesEdit } from '../words.mjs';

export const goal = 'a model puts another key where a person allowed one';

const sample = ['AKIA', 'Q6XGVWZKRT2', 'LMNP2'].join('');
const key = ['AKIA', 'Q6XGVWZKRT2', 'LMNP3'].join('');

export async function run(world) {
  await refusesEdit(world, 'app.py', { kind: 'replace', path: 'app.py', find: sample, content: key }, /secrets\/token/,
    { 'README.md': '# x\n', 'app.py': `KEY = "${sample}"  # pawl:allow-secret\n` });
}
