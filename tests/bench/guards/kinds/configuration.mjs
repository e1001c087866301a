// Kinds of faults in settings and manifests, and of edits of them that are right.
import { checks } from './configuration/checks.mjs';
import { json } from './configuration/json.mjs';
import { plain } from './configuration/plain.mjs';
import { right } from './configuration/right.mjs';
import { toml } from './configuration/toml.mjs';
import { yaml } from './configuration/yaml.mjs';

export const kinds = [...json, ...toml, ...yaml, ...plain, ...checks, ...right];
