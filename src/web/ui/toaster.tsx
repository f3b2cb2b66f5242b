import { useComputedColorScheme } from '@mantine/core'
import { ToastContainer } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toaster.css'

/** Where toasts appear; stands once in the app. */
export function Toaster() {
  const scheme = useComputedColorScheme('light')
  return (
    <ToastContainer
      position="bottom-right"
      closeOnClick
      pauseOnHover
      pauseOnFocusLoss
      hideProgressBar
      newestOnTop
      theme={scheme}
      aria-label="Messages"
    />
  )
}
