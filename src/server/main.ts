// Printed first: importing the server takes a while, the more so on a cold disk.
console.log('Starting Nano Sync …')
await import('./run.ts')
