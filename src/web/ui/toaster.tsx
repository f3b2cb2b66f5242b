import { useComputedColorScheme } from '@mantine/core'
import type { AnimationEvent } from 'react'
import { ToastContainer } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toaster.css'

/** The container of all toasts, rendered once. */
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
 * Chromium sometimes moves an animation that has just started back to before its start, and reports its end at once. The
 * end of the timer's animation would close a toast before anybody could read it.
 */
function ignoreEndBeforeStart(event: AnimationEvent): void {
  if (event.elapsedTime === 0) event.stopPropagation()
}
