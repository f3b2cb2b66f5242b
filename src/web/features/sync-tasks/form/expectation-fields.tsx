import { SimpleGrid, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { joinList, splitList } from '#contract/split-list.ts'
import { dataCopyColumnsQuery } from '../../../data/data-copies.ts'
import type { TaskFormState } from './use-task-form.ts'

interface Props {
  form: TaskFormState
  /** Undefined for a new task. */
  taskId: number | undefined
}

const FIELDS = [
  {
    name: 'expect_filled',
    label: 'Always filled',
    description: 'Each row must have a value in each of these columns.',
  },
  {
    name: 'expect_unique',
    label: 'Unique together',
    description: 'No two rows may have the same values in all of these columns.',
  },
] as const

/** Columns that must be filled or unique; a run with violations is held. Suggests the columns of the last copy. */
export function ExpectationFields({ form, taskId }: Props) {
  const { data } = useQuery({ ...dataCopyColumnsQuery(taskId ?? 0), enabled: taskId !== undefined })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {FIELDS.map(({ name, label, description }) => (
        <TagsInput
          key={name}
          label={label}
          description={description}
          placeholder="Column names"
          data={data?.available_columns ?? []}
          // A name may contain a comma, and a header copied from a sheet has tabs between names.
          splitChars={['\t', '\n']}
          {...form.getInputProps(name)}
          value={splitList(form.values[name])}
          onChange={(columns) => form.setFieldValue(name, joinList(columns))}
        />
      ))}
    </SimpleGrid>
  )
}
