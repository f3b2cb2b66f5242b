import { join } from 'node:path'

/**
 * Folder in which the processes of all tests keep sources compiled by Node, for `NODE_COMPILE_CACHE`. Programs then start with
 * less CPU time.
 */
export const COMPILED_FOLDER = join(import.meta.dirname, '../../node_modules/.cache/nano-sync-tests/compiled')
