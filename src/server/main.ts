import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// First of all, so only the user who runs this process can read the files it writes.
process.umask(0o077)
// Compiled code is cached in the data folder, in which nobody else can put anything.
enableCompileCache(join(process.env['DATA_DIR'] || 'data', 'compiled'))
// Printed early: importing the server takes a while, the more so on a cold disk.
console.log('Starting Nano Sync …')
const { run } = await import('./start/run.ts')
await run()
flushCompileCache()
