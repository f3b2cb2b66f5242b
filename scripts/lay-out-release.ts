import { join, resolve } from 'node:path'
import { layOutRelease } from './release/layout.ts'

const [target = ''] = process.argv.slice(2)
layOutRelease({ root: join(import.meta.dirname, '..'), target: resolve(target) })
