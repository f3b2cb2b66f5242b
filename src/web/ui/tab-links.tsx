import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import classes from './tab-links.module.css'

interface Tab {
  id: string
  label: string
  /** The address with this tab open. */
  to: string
}

interface Props {
  label: string
  tabs: readonly Tab[]
  selectedId: string
  /** The content of the selected tab. */
  children: ReactNode
}

/** Tabs with an address each. Only the selected tab is in the tab order, and arrow keys move between tabs. */
export function TabLinks({ label, tabs, selectedId, children }: Props) {
  const prefix = useId()
  return (
    <div className={classes.area}>
      <div role="tablist" aria-label={label} className={classes.tabs}>
        {tabs.map((tab) => (
          <Link
            key={tab.id}
            id={`${prefix}${tab.id}`}
            role="tab"
            to={tab.to}
            replace
            preventScrollReset
            className={classes.tab}
            aria-selected={tab.id === selectedId}
            aria-controls={`${prefix}panel`}
            tabIndex={tab.id === selectedId ? 0 : -1}
            onKeyDown={moveSelection}
          >
            {tab.label}
          </Link>
        ))}
      </div>
      <div id={`${prefix}panel`} role="tabpanel" aria-labelledby={`${prefix}${selectedId}`} className={classes.panel}>
        {children}
      </div>
    </div>
  )
}

function moveSelection(event: KeyboardEvent<HTMLAnchorElement>): void {
  const tab = event.currentTarget
  const list = tab.parentElement
  const target = {
    ArrowLeft: tab.previousElementSibling ?? list?.lastElementChild,
    ArrowRight: tab.nextElementSibling ?? list?.firstElementChild,
    Home: list?.firstElementChild,
    End: list?.lastElementChild,
    ' ': tab,
  }[event.key]
  if (!(target instanceof HTMLAnchorElement)) return
  event.preventDefault()
  target.focus()
  target.click()
}
