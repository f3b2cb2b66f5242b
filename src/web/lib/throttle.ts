/** Runs `action` on the first call, then at most every `everyMs`. Calls in between run it once, at the end of the interval. */
export function throttle(action: () => void, everyMs: number): { (): void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPending = false

  function run(): void {
    isPending = false
    action()
    timer = setTimeout(() => {
      timer = undefined
      if (isPending) run()
    }, everyMs)
  }

  function throttled(): void {
    if (timer === undefined) run()
    else isPending = true
  }

  throttled.cancel = () => {
    clearTimeout(timer)
    timer = undefined
    isPending = false
  }
  return throttled
}
