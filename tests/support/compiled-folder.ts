import { join } from 'node:path'

/**
 * Where the processes of all tests keep the sources Node has compiled, for `NODE_COMPILE_CACHE`: starting a program then
 * takes less CPU time.
 */
export const COMPILED_FOLDER = join(import.meta.dirname, '../../node_modules/.cache/nano-sync-tests/compiled')
