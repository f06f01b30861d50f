/** Review: an index compared with what a change makes of it. */
import type { Index as Handle, Review, ReviewParams } from "../engine/waymark_wasm.js";
import { buildPatched, buildUpdate, type Changes } from "./build.js";
import { iterable, object, text } from "./check.js";
import { enter } from "./engine.js";
import { WaymarkError } from "./errors.js";
import type { Shortened } from "./operation.js";
import type { Run } from "./pace.js";

/** A change: a unified diff against the indexed tree or leading to it, or files as they are after it. */
export interface ReviewInput extends ReviewParams {
  /** What `git diff` writes. */
  readonly diff?: string | undefined;
  /** Files with their new content; `null` where a file is gone. */
  readonly files?: Changes | undefined;
}

/** What the change means. The index itself stays as it is. */
export async function reviewChange(index: Handle, input: ReviewInput, run: Run): Promise<Review & Shortened> {
  const { diff, files: given, ...params } = object(input, "the change");
  if (diff !== undefined) text(diff, "a diff");
  if ((diff === undefined) === (given === undefined)) {
    throw new WaymarkError("invalid-argument", "give either `diff`, or `files`: pairs of a path and what the file holds afterwards, null where it is gone");
  }
  const files = [...iterable(given ?? [], "the files that change")];
  const fit = diff === undefined ? undefined : enter(() => index.readDiff(diff));
  const { index: other } = diff === undefined ? await buildUpdate(index, files, run) : await buildPatched(index, diff, run);
  try {
    const [before, after] = fit?.backward ? [other.value, index] : [index, other.value];
    const known = {
      ...params,
      renames: [...(params.renames ?? []), ...(fit?.renames ?? [])],
      binary: [...(params.binary ?? []), ...(fit?.binary ?? [])],
      paths: [...(params.paths ?? []), ...(fit?.paths ?? files.map(([path]) => path))],
      leftOut: [...(params.leftOut ?? []), ...(fit?.leftOut ?? [])],
    };
    return enter(() => before.review(after, known) as Review & Shortened);
  } finally {
    other.free();
  }
}
