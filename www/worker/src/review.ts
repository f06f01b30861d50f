/** Reviews of diffs. */
import type { R2Bucket } from "@cloudflare/workers-types/latest";
import type { Review } from "waymark";
import { readBody } from "./body.js";
import { waymark } from "./engine.js";
import { MAX_DIFF_BYTES } from "./limits.js";
import { closeAll } from "./open.js";
import type { Params } from "./params.js";
import { inPlace } from "./places.js";
import { get } from "./store.js";

/** What the diff in `request` means for the repository `id`, which stays as it is. */
export function review(request: Request, bucket: R2Bucket, id: string, params: Params): Promise<Review> {
  return inPlace(async () => {
    const diff = new TextDecoder().decode(await readBody(request, MAX_DIFF_BYTES));
    const snapshot = await get(bucket, id);
    // A build needs the room, and an index of its own, which no other request can close while it waits.
    closeAll();
    using index = waymark.open(snapshot);
    return await index.review({ ...params, diff });
  });
}
