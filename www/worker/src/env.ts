/** What the worker is configured with. */
import type { R2Bucket } from "@cloudflare/workers-types/latest";

/** Bindings, variables and secrets; see wrangler.jsonc. */
export interface Env {
  Bindings: {
    /** Where snapshots are kept. */
    readonly REPOSITORIES: R2Bucket;
    /** Origins whose pages may read answers, separated by commas; `*` for all, none by default. */
    readonly ALLOW_ORIGIN?: string;
    /** If set, uploading and deleting want `Authorization: Bearer <token>`. */
    readonly WRITE_TOKEN?: string;
  };
}
