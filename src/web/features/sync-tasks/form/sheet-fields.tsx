import { Autocomplete, Group, Stack, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { lazy, Suspense, useEffect } from 'react'
import type { Tab } from '#contract/spreadsheet.ts'
import { linkedTab, spreadsheetIdFrom, tabIdIn } from '#contract/spreadsheet-link.ts'
import { findByName } from '#domain/guards/find-tab.ts'
import { DESCRIPTION_LAST } from '../../../ui/description-last.ts'
import { ChooseFile } from '../pick/choose-file.tsx'
import { TabOption } from '../pick/tab-option.tsx'
import { useSpreadsheet } from './use-spreadsheet.ts'
import type { TaskFormState } from './use-task-form.ts'

const NotShared = lazy(async () => ({ default: (await import('../pick/not-shared.tsx')).NotShared }))

interface Props {
  form: TaskFormState
  side: 'source' | 'target'
}

const LABEL = { source: 'Source', target: 'Target' }
/**
 * The source or target: the spreadsheet, as an id, a pasted link or chosen from a list, and the sheet, with suggestions if it
 * can be read.
 */
export function SheetFields({ form, side }: Props) {
  const [idField, tabField] = [`${side}_ss_id`, `${side}_sheet_name`] as const
  const { title, tabs, problem, hint, canRead, unshared } = useSpreadsheet(form, side)
  const tab = form.values[tabField]
  const linkedTitle = tabs.find((each) => each.id === tabIdIn(tab))?.title
  useEffect(() => {
    if (linkedTitle !== undefined) form.setFieldValue(tabField, linkedTitle)
  }, [linkedTitle, form.setFieldValue, tabField])

  function enter(pasted: string): void {
    form.setFieldValue(idField, spreadsheetIdFrom(pasted))
    const linked = canRead ? linkedTab(pasted) : undefined
    if (linked !== undefined) form.setFieldValue(tabField, linked)
  }

  /** Another spreadsheet has other tabs, which are suggested next. */
  function pick(picked: string): void {
    if (spreadsheetIdFrom(picked) !== form.values[idField]) form.setFieldValue(tabField, '')
    enter(picked)
    form.getInputNode(tabField)?.focus()
  }

  return (
    <Stack gap="xs">
      <ChooseFile
        label={`Choose the ${side} spreadsheet`}
        edge={side === 'source' ? 'start' : 'end'}
        accounts={form.values.relevant_user_accounts}
        onPick={pick}
      >
        {(button) => (
          <TextInput
            withAsterisk
            label={`${LABEL[side]} spreadsheet ID`}
            placeholder="Paste an ID or a link"
            description={form.errors[idField] ? undefined : <Finding title={title} text={problem ?? hint} />}
            inputWrapperOrder={DESCRIPTION_LAST}
            {...(button !== undefined && { rightSection: button, rightSectionWidth: 68 })}
            {...form.getInputProps(idField)}
            onChange={({ currentTarget }) => enter(currentTarget.value)}
          />
        )}
      </ChooseFile>
      {unshared && (
        <Suspense>
          <NotShared {...unshared} />
        </Suspense>
      )}
      <Autocomplete
        label={`${LABEL[side]} sheet name`}
        placeholder="First sheet"
        data={tabNames(tabs)}
        renderOption={({ option: { value } }) => (
          <TabOption name={value} tab={tabs.find((each) => each.title === value)} />
        )}
        description={tabHint({ tab: form.isDirty(tabField) ? tab : '', tabs, side })}
        inputWrapperOrder={DESCRIPTION_LAST}
        {...form.getInputProps(tabField)}
      />
    </Stack>
  )
}

/** Says so where the spreadsheet, if it can be read, has no tab of the name that was entered. */
function tabHint({ tab, tabs, side }: { tab: string; tabs: readonly Tab[]; side: Props['side'] }): string | undefined {
  if (tabIdIn(tab) !== undefined) return 'The tab that the link leads to'
  if (tab.trim() === '' || tabs.length === 0 || findByName(tabs, tab)) return
  if (side === 'target') return 'No tab has this name: a run creates it'
  // A star stands for any text, or for itself where it is escaped.
  return tab.includes('*') ? undefined : 'No tab has this name'
}

/** The title of a spreadsheet that can be used, or else what to do. Read aloud when it changes. */
function Finding({ title, text }: { title: string | undefined; text: string | undefined }) {
  return (
    <span aria-live="polite">
      {title === undefined ? (
        text
      ) : (
        <Group component="span" gap={4} wrap="nowrap" align="flex-start" c="var(--mantine-color-teal-light-color)">
          <IconCircleCheck size={14} role="img" aria-label="Can be used" style={{ flex: 'none' }} />
          <span style={{ overflowWrap: 'anywhere' }}>{title}</span>
        </Group>
      )}
    </span>
  )
}

/** The suggestions must be unique, but a damaged spreadsheet may have tabs with the same name. */
function tabNames(tabs: readonly { title: string }[]): string[] {
  return [...new Set(tabs.map(({ title }) => title))]
}
