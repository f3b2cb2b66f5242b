import { type KeyboardEvent, useState } from 'react'
import type { Spreadsheet, Tab } from '../api/spreadsheet.ts'
import { NameDialog } from '../ui/name-dialog.tsx'
import styles from './spreadsheet.module.css'
import { useChangeTabs } from './use-change-tabs.ts'
import { selectTab } from './use-selected-tab.ts'

interface TabBarProps {
  spreadsheet: Spreadsheet
  selected: Tab | undefined
}

/** The tabs below the grid. Arrow keys switch tabs; F2, a double-click or the button renames the selected tab. */
export function TabBar({ spreadsheet, selected }: TabBarProps) {
  const { tabs } = spreadsheet
  const { addTab, renameTab } = useChangeTabs(spreadsheet.id)
  const [dialog, setDialog] = useState<'add' | 'rename' | undefined>()

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2') setDialog('rename')
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const index = tabs.findIndex((tab) => tab.sheetId === selected?.sheetId)
    const next = step && tabs[(index + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    selectTab(next.sheetId)
    document.getElementById(`tab-${next.sheetId}`)?.focus()
  }
  return (
    <footer className={styles.tabBar}>
      <button type="button" aria-label="Add tab" onClick={() => setDialog('add')}>
        +
      </button>
      <div role="tablist" aria-label="Tabs" className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.sheetId}
            id={`tab-${tab.sheetId}`}
            type="button"
            role="tab"
            aria-selected={tab.sheetId === selected?.sheetId}
            aria-controls="tab-cells"
            tabIndex={tab.sheetId === selected?.sheetId ? 0 : -1}
            onClick={() => selectTab(tab.sheetId)}
            onDoubleClick={() => setDialog('rename')}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <button type="button" className={styles.rename} disabled={!selected} onClick={() => setDialog('rename')}>
        Rename tab
      </button>
      {dialog === 'add' && (
        <NameDialog
          heading="Add tab"
          label="Name"
          confirm="Add"
          initialName={unusedTabTitle(tabs)}
          onName={(title) => addTab.mutate(title)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'rename' && selected && (
        <NameDialog
          heading="Rename tab"
          label="Name"
          confirm="Rename"
          initialName={selected.title}
          onName={(title) => title !== selected.title && renameTab.mutate({ sheetId: selected.sheetId, title })}
          onClose={() => setDialog(undefined)}
        />
      )}
    </footer>
  )
}

function unusedTabTitle(tabs: Tab[]): string {
  const taken = new Set(tabs.map((tab) => tab.title.toLowerCase()))
  let number = tabs.length + 1
  while (taken.has(`sheet${number}`)) number += 1
  return `Sheet${number}`
}
