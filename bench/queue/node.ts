import { once } from 'node:events'
import { pino } from 'pino'
import { openDatabase } from '#server/storage/open-database.ts'
import { scriptSync } from '#tests/support/scripted-sync.ts'
import { startTestClusterOn } from '#tests/support/test-cluster.ts'
import { APP_TIMING } from './run-all.ts'

// Runs a node with empty copies in a separate process. It ends when its parent ends.
const [databaseUrl = '', workers = '8'] = process.argv.slice(2)
const database = await openDatabase({ databaseUrl }, { logger: pino({ level: 'error' }), now: () => new Date() })
await using cluster = startTestClusterOn(database)
const { sync } = scriptSync({ isQuick: true })
await cluster.startNode({ sync, workers: Number(workers), timing: APP_TIMING })
process.send?.('ready')
await once(process, 'disconnect')
