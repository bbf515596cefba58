import * as z from 'zod/mini';
import { declareNotification, declareRequest } from '../rpc/declaration.ts';
import { viewActionSchema, viewStateSchema } from '../state/viewAction.ts';

/** Version of the view protocol. The view of an updated extension may meet a host that was not restarted. */
export const viewProtocolVersion = 1;

const snapshotSchema = z.object({
  /** Sequence number of the last action contained in the state. */
  seq: z.number(),
  state: viewStateSchema,
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** view → host. The view is ready; the answer is all it needs to draw. An unknown version is refused with an error. */
export const initialize = declareRequest('initialize', {
  params: z.object({ protocolVersion: z.number() }),
  result: z.object({ protocolVersion: z.number(), snapshot: snapshotSchema }),
  timeoutMs: 20_000,
});

/** view → host. Asked after a gap in the sequence numbers. */
export const readSnapshot = declareRequest('state/snapshot', {
  params: z.object({}),
  result: snapshotSchema,
  timeoutMs: 20_000,
});

/** host → view. The actions after the snapshot, in order; `seq` is that of the first, the others follow without a gap. */
export const stateActions = declareNotification(
  'state/actions',
  z.object({ seq: z.number(), actions: z.array(viewActionSchema) }),
);

/** host → view. Puts the keyboard into the composer or shows the servers. */
export const revealPlace = declareNotification('view/reveal', z.object({ place: z.enum(['composer', 'servers']) }));
