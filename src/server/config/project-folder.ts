import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The folder of this project, also where the server is bundled into `dist`. */
export const PROJECT_FOLDER = dirname(findPackageJSON(import.meta.url) ?? '.')
