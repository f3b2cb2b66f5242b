import type { ReactNode } from 'react'
import classes from './filled-screen.module.css'

/** A screen exactly as high as the window leaves room for; what scrolls, scrolls inside it. */
export function FilledScreen({ children }: { children: ReactNode }) {
  return <div className={classes.screen}>{children}</div>
}
