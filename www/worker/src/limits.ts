/**
 * What one request may take. An isolate has 128 MB for everything: some 10 MB of code, archives, and the
 * engine's memory, where a build takes 15 to 27 bytes for one of source. The tests index trees at these bounds
 * and measure.
 */
const MIB = 1 << 20;

/** Bytes of an uploaded archive, counted as they arrive. */
export const MAX_ARCHIVE_BYTES = 4 * MIB;

/** Bytes of the parameters of an operation. */
export const MAX_PARAMETER_BYTES = 64 << 10;

/** Bytes of a message to `/mcp`, which may hold an archive in base64. */
export const MAX_MESSAGE_BYTES = 6 * MIB;

/** Bytes of a diff that is reviewed. */
export const MAX_DIFF_BYTES = MIB;

/** Archives that are received or indexed, and diffs that are reviewed, at once; another one is asked to come later. */
export const MAX_BUILDS = 2;

/** How long such work holds its place at most, in milliseconds: a request that is cut off cannot give it back. */
export const LEASE = 120_000;

/** What is taken from an archive; the engine counts what is left out. */
export const TREE = { maxTotalBytes: 3 * MIB, maxFiles: 5_000, maxFileBytes: MIB };

/** Open indexes, and the bytes of their snapshots together. */
export const OPEN = { indexes: 8, bytes: 12 * MIB };

/** Characters of a repository's name. */
export const MAX_NAME = 100;

/** Repositories on one page of the list. */
export const MAX_LIST = 100;
