/** Work that takes much memory: few pieces at once. */
import { HttpError } from "./errors.js";
import { LEASE, MAX_BUILDS } from "./limits.js";

/** When each piece of work under way began. */
const places = new Map<symbol, number>();

/** Does `work` when there is a place for it; else it is asked to come later. */
export async function inPlace<T>(work: () => Promise<T>): Promise<T> {
  const place = takePlace();
  try {
    return await work();
  } finally {
    places.delete(place);
  }
}

function takePlace(): symbol {
  const now = Date.now();
  for (const [place, since] of places) if (now - since > LEASE) places.delete(place);
  if (places.size >= MAX_BUILDS) throw new HttpError("busy", "other trees are being indexed", {}, { "retry-after": "2" });
  const place = Symbol();
  places.set(place, now);
  return place;
}
