import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** Folder of this project, even if the server is bundled into `dist`. */
export const PROJECT_FOLDER = dirname(findPackageJSON(import.meta.url) ?? '.')
