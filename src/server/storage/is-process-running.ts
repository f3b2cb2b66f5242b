/** Whether a process with this ID runs on this machine. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process cannot be signaled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
