import type { ReactNode } from 'react'
import classes from './full-height-screen.module.css'

/** A screen that fills the window height; its content scrolls inside it. */
export function FullHeightScreen({ children }: { children: ReactNode }) {
  return <div className={classes.screen}>{children}</div>
}
