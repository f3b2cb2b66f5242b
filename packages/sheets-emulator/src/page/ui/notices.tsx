import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import styles from './notices.module.css'

type Announce = (text: string) => void

const AnnounceContext = createContext<Announce>(() => undefined)

/** Returns a function that shows a message until the user dismisses it. */
export function useAnnounce(): Announce {
  return use(AnnounceContext)
}

/** Shows the messages above the page. A message that is already shown is not repeated. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<string[]>([])
  const announce = useCallback((text: string) => setNotices((shown) => [...new Set([...shown, text])]), [])
  const close = (text: string) => setNotices((shown) => shown.filter((other) => other !== text))

  return (
    <AnnounceContext value={announce}>
      {children}
      <div role="alert" className={styles.notices}>
        {notices.map((text) => (
          <div key={text} className={styles.notice}>
            <span>{text}</span>
            <button type="button" onClick={() => close(text)} aria-label="Dismiss">
              ✕
            </button>
          </div>
        ))}
      </div>
    </AnnounceContext>
  )
}
