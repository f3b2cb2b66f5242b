import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Set the mask first, so only the user who runs this process can read its files.
process.umask(0o077)
// Cache compiled code in the data folder, where nobody else can put anything.
enableCompileCache(join(process.env['DATA_DIR'] || 'data', 'compiled'))
// Print early, because importing the server takes a while, especially from a cold disk.
console.log('Starting Nano Sync …')
const { run } = await import('./start/run.ts')
await run()
flushCompileCache()
