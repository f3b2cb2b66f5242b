import { Autocomplete, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Tab } from '#contract/spreadsheet.ts'
import { linkedTab, spreadsheetIdFrom, tabIdIn } from '#contract/spreadsheet-link.ts'
import { findByName } from '#domain/guards/find-tab.ts'
import { FixButton } from '../../../shared/fix-button.tsx'
import { DESCRIPTION_LAST } from '../../../ui/description-last.ts'
import { SpreadsheetField } from '../pick/spreadsheet-field.tsx'
import { TabOption } from '../pick/tab-option.tsx'
import { Question } from './question.tsx'
import { useSpreadsheet } from './use-spreadsheet.ts'
import type { TaskFormState } from './use-task-form.ts'

const NotShared = lazy(async () => ({ default: (await import('../pick/not-shared.tsx')).NotShared }))

interface Props {
  form: TaskFormState
  side: 'source' | 'target'
  /** Whether the spreadsheet has the focus at first. */
  isFirst: boolean
}

const LABEL = { source: 'Source', target: 'Target' }
const QUESTION = { source: 'From', target: 'To' }

/**
 * Fields of the source or target. The spreadsheet is an ID, a pasted link or a search result. If it can be read, its sheets
 * are suggested.
 */
export function SheetFields({ form, side, isFirst }: Props) {
  const [idField, tabField] = [`${side}_ss_id`, `${side}_sheet_name`] as const
  const { title, tabs, problem, canRead, fix, unshared } = useSpreadsheet(form, side)
  const tab = form.values[tabField]
  const linkedTitle = tabs.find((each) => each.id === tabIdIn(tab))?.title
  const [hasPicked, setHasPicked] = useState(false)
  const hasTab = form.values[idField].trim() !== '' || tab !== ''
  useEffect(() => {
    if (linkedTitle !== undefined) form.setFieldValue(tabField, linkedTitle)
  }, [linkedTitle, form.setFieldValue, tabField])
  // Focus the tab in an effect, because its field appears only after the spreadsheet is set.
  useEffect(() => {
    if (!hasPicked) return
    setHasPicked(false)
    form.getInputNode(tabField)?.focus()
  }, [hasPicked, form.getInputNode, tabField])

  function type(text: string): void {
    const id = spreadsheetIdFrom(text)
    // Keep a trailing space: it may be part of a title that is still being typed.
    form.setFieldValue(idField, id === text.trim() ? text : id)
    const linked = canRead ? linkedTab(text) : undefined
    if (linked !== undefined) form.setFieldValue(tabField, linked)
  }

  /** Sets the spreadsheet. Clears the tab if the spreadsheet changed, and moves the focus to the tab. */
  function pick(id: string): void {
    if (id !== form.values[idField]) form.setFieldValue(tabField, '')
    form.setFieldValue(idField, id)
    setHasPicked(true)
  }

  return (
    <Question label={QUESTION[side]}>
      <Stack gap="xs">
        <SimpleGrid cols={{ base: 1, xs: hasTab ? 2 : 1 }} spacing="sm">
          <SpreadsheetField
            withAsterisk
            label={`${LABEL[side]} spreadsheet ID`}
            listLabel={`Choose the ${side} spreadsheet`}
            accounts={form.values.relevant_user_accounts}
            placeholder={canRead ? 'Paste a link, or search by title' : 'Paste an ID or a link'}
            description={form.errors[idField] ? undefined : <Finding title={title} text={problem} />}
            inputWrapperOrder={DESCRIPTION_LAST}
            {...(isFirst && { 'data-autofocus': true })}
            {...form.getInputProps(idField)}
            value={form.values[idField]}
            onType={type}
            onPick={pick}
          />
          {hasTab && (
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
          )}
        </SimpleGrid>
        {fix && !form.errors[idField] && (
          <Group fz="xs">
            <FixButton action={fix} />
          </Group>
        )}
        {unshared && (
          <Suspense>
            <NotShared {...unshared} />
          </Suspense>
        )}
      </Stack>
    </Question>
  )
}

/** Returns a hint if the spreadsheet can be read but has no tab with the entered name. */
function tabHint({ tab, tabs, side }: { tab: string; tabs: readonly Tab[]; side: Props['side'] }): string | undefined {
  if (tabIdIn(tab) !== undefined) return 'The tab that the link leads to'
  if (tab.trim() === '' || tabs.length === 0 || findByName(tabs, tab)) return
  if (side === 'target') return 'No tab has this name: a run creates it'
  // A star matches any text, or a literal star if it is escaped.
  return tab.includes('*') ? undefined : 'No tab has this name'
}

/** Shows the title of a usable spreadsheet, or the next step. Screen readers announce changes. */
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

/** Lists unique tab names for the suggestions, because a damaged spreadsheet may have tabs with the same name. */
function tabNames(tabs: readonly { title: string }[]): string[] {
  return [...new Set(tabs.map(({ title }) => title))]
}
