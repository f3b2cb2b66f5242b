/** A function that is called at once, then at most every `everyMs`; calls in between are made up for by one at the end. */
export function throttle(action: () => void, everyMs: number): { (): void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAskedAgain = false

  function run(): void {
    isAskedAgain = false
    action()
    timer = setTimeout(() => {
      timer = undefined
      if (isAskedAgain) run()
    }, everyMs)
  }

  function throttled(): void {
    if (timer === undefined) run()
    else isAskedAgain = true
  }

  throttled.cancel = () => {
    clearTimeout(timer)
    timer = undefined
    isAskedAgain = false
  }
  return throttled
}
