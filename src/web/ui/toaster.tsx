import { useComputedColorScheme } from '@mantine/core'
import { ToastContainer } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toaster.css'

/** The container of all toasts, rendered once. */
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
      aria-label="Notifications"
    />
  )
}
