// First of all, so that only the user who runs this process can read the files it writes.
process.umask(0o077)
// Printed early: importing the server takes a while, the more so on a cold disk.
console.log('Starting Nano Sync …')
const { run } = await import('./run.ts')
await run()
