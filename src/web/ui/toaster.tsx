import { useComputedColorScheme } from '@mantine/core'
import type { AnimationEvent } from 'react'
import { ToastContainer } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toaster.css'

/** Container of all toasts. Render it once. */
export function Toaster() {
  const scheme = useComputedColorScheme('light')
  return (
    <div onAnimationEndCapture={ignoreEndBeforeStart}>
      <ToastContainer
        position="bottom-right"
        closeOnClick
        hideProgressBar
        newestOnTop
        theme={scheme}
        aria-label="Notifications"
      />
    </div>
  )
}

/**
 * Ignores a false end of a timer's animation, which would close a toast before anybody could read it. Chromium sometimes
 * resets an animation that has just started to before its start, and reports its end at once.
 */
function ignoreEndBeforeStart(event: AnimationEvent): void {
  if (event.elapsedTime === 0) event.stopPropagation()
}
