import type { JsonObject } from '../../../shared/base/json.ts';
import type { Scene } from './scene.ts';

/** What the demo does in one round: it says something (Markdown), or it calls one tool. */
export type DemoAnswer =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly input: JsonObject };

/** One thing that the demo can do: its answer when the scene asks for that, else nothing. Pure. */
export type Behaviour = (scene: Scene) => DemoAnswer | undefined;
