import { join } from 'node:path'

/** The folder of the whole project. What is built from this file is as deep in it, in dist/server. */
export const PROJECT_FOLDER = join(import.meta.dirname, '../..')
