import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import styles from './notices.module.css'

type Announce = (text: string) => void

const AnnounceContext = createContext<Announce>(() => undefined)

/** A function that shows a message until a person closes it. */
export function useAnnounce(): Announce {
  return use(AnnounceContext)
}

/** Keeps the messages and shows them above the page; one told already is not told twice. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<string[]>([])
  const announce = useCallback((text: string) => setNotices((told) => [...new Set([...told, text])]), [])
  const close = (text: string) => setNotices((told) => told.filter((other) => other !== text))

  return (
    <AnnounceContext value={announce}>
      {children}
      <div role="alert" className={styles.notices}>
        {notices.map((text) => (
          <div key={text} className={styles.notice}>
            <span>{text}</span>
            <button type="button" onClick={() => close(text)} aria-label="Close this message">
              ✕
            </button>
          </div>
        ))}
      </div>
    </AnnounceContext>
  )
}
