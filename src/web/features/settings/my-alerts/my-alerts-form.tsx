import { Alert, Card, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { z } from 'zod'
import { FilteredKind } from '#contract/alert-channel.ts'
import { api } from '#contract/api.ts'
import { type MyAlerts, MyTasks } from '#contract/my-alerts.ts'
import { pluralize } from '#domain/pluralize.ts'
import { useRestoredForm } from '../../../data/use-drafts.ts'
import { actOnce, useIsPending } from '../../../lib/action.ts'
import { call } from '../../../lib/call.ts'
import { CallError, readMessage } from '../../../lib/call-error.ts'
import { readNow } from '../../../lib/read-schedule.ts'
import { toast } from '../../../lib/toast.tsx'
import { UnsavedGuard } from '../../../shared/unsaved-guard.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { RestoredNotice } from '../../../ui/restored-notice.tsx'
import { KindChoice, QuietHoursFields } from '../alert-choices.tsx'
import { TestOutcome, useTestAlert } from '../test-alert.tsx'

const Choices = z.object({
  tasks: z.array(MyTasks),
  kinds: z.array(FilteredKind),
  quietFrom: z.string(),
  quietTo: z.string(),
})
type Choices = z.infer<typeof Choices>

const DRAFT = { key: 'my-alerts', label: 'my alerts' } as const

const SAVING = ['save-my-alerts']

/** The tasks and kinds of alerts a person wants, and their quiet hours. */
export function MyAlertsForm({ alerts }: { alerts: MyAlerts }) {
  const { tasks, kinds, quiet_hours, address, obstacle, problem, timezone } = alerts
  const queryClient = useQueryClient()
  const isSaving = useIsPending(SAVING)
  const test = useTestAlert(['test-my-alerts'], () => call(api.myAlerts.test))
  const [refusal, setRefusal] = useState<string | null>(null)
  const quiet = { quietFrom: quiet_hours?.from ?? '', quietTo: quiet_hours?.to ?? '' }
  const form = useForm<Choices>({ initialValues: { tasks, kinds, ...quiet } })
  const wasRestored = useRestoredForm(form, { key: DRAFT.key, schema: Choices })

  const [isSettled, setIsSettled] = useState(false)
  const isRestored = wasRestored && !isSettled

  function discard(): void {
    form.reset()
    setIsSettled(true)
  }

  async function save(values: Choices): Promise<void> {
    setRefusal(null)
    try {
      await call(api.myAlerts.update, { body: readFields(values) })
    } catch (error) {
      const fields = Object.entries((error instanceof CallError && error.fields) || {})
      form.setErrors(Object.fromEntries(fields.map(([field, message]) => [findFormField(field), message])))
      if (fields.length === 0) setRefusal(readMessage(error, 'Failed to save your alerts'))
      return
    }
    form.resetDirty(values)
    setIsSettled(true)
    toast.success('Saved')
    await readNow(queryClient, api.myAlerts.get)
  }

  return (
    <Card component="section" padding="md" aria-label="My alerts">
      <form onSubmit={form.onSubmit((values) => void actOnce(queryClient, SAVING, () => save(values)))} noValidate>
        <Stack gap="md">
          {isRestored && form.isDirty() && <RestoredNotice onDiscard={discard} />}
          {obstacle !== null && <Alert color="yellow">{obstacle}</Alert>}
          {problem !== null && (
            <Alert color="red" title="The last mail was not delivered">
              {problem}
            </Alert>
          )}
          <TaskChoice alerts={alerts} {...form.getInputProps('tasks')} />
          <KindChoice {...form.getInputProps('kinds')} />
          <QuietHoursFields
            from={form.getInputProps('quietFrom')}
            to={form.getInputProps('quietTo')}
            timezone={timezone}
          />
          {refusal !== null && (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          )}
          <Group gap="xs">
            <ActionButton type="submit" isPending={isSaving}>
              Save
            </ActionButton>
            <ActionButton variant="default" isPending={test.isPending} onPress={test.act}>
              Send test
            </ActionButton>
            <Text size="sm" c="dimmed">
              To {address}
            </Text>
          </Group>
          <TestOutcome result={test.result} />
          <UnsavedGuard draft={DRAFT} unsaved={form.isDirty() ? form.values : null} />
        </Stack>
      </form>
    </Card>
  )
}

function TaskChoice({
  alerts,
  ...field
}: { alerts: MyAlerts } & Omit<ComponentProps<typeof Checkbox.Group>, 'children'>) {
  const { owned_count, obstacle } = alerts
  const descriptions: Readonly<Record<MyTasks, string>> = {
    mine: `${pluralize(owned_count, 'task')} now: those that you created, or whose source, target or accounts you changed last. Also when your Google access ends.`,
    started: 'Also if somebody else owns the task.',
  }
  return (
    <Checkbox.Group label="About" description="With neither, you get no mail of your own." {...field}>
      <Stack gap="sm" mt="xs">
        {MyTasks.options.map((choice) => (
          <Checkbox
            key={choice}
            value={choice}
            label={LABELS[choice]}
            description={descriptions[choice]}
            disabled={obstacle !== null && !alerts.tasks.includes(choice)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

const LABELS: Readonly<Record<MyTasks, string>> = { mine: 'Tasks that I own', started: 'Runs that I started' }

function readFields({ tasks, kinds, quietFrom, quietTo }: Choices) {
  const isQuiet = quietFrom.trim() !== '' || quietTo.trim() !== ''
  return { tasks, kinds, quiet_hours: isQuiet ? { from: quietFrom, to: quietTo } : null }
}

function findFormField(field: string): string {
  const [first = '', last] = field.split('.')
  if (first !== 'quiet_hours') return first
  return last === 'to' ? 'quietTo' : 'quietFrom'
}
