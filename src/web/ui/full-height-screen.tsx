import type { ReactNode } from 'react'
import classes from './full-height-screen.module.css'

/** A screen of the window's height; its content scrolls inside it. */
export function FullHeightScreen({ children }: { children: ReactNode }) {
  return <div className={classes.screen}>{children}</div>
}
