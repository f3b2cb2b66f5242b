import fastifyCompress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

const KIB = 1024

/** Minimum size to compress. A shorter reply fits in a single network packet anyway. */
export const COMPRESSED_FROM_BYTES = KIB
/** Maximum size of a reply compressed synchronously, with the least memory. Longer replies are compressed in another thread. */
export const MAX_AT_ONCE_BYTES = KIB * KIB
/** Minimum compression level. Higher levels take several times as long and only save a few percent. */
export const MIN_LEVEL = 1

/**
 * Compresses replies of routes registered afterwards, except routes with `compress: false`. Requests are never decompressed,
 * because a few bytes could become a large body.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    encodings: ['gzip'],
    threshold: COMPRESSED_FROM_BYTES,
    syncThreshold: MAX_AT_ONCE_BYTES,
    zlibOptions: { level: MIN_LEVEL },
    globalDecompression: false,
  })
}
