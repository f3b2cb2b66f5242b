import { Card, Radio, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Lending, type MyAccess } from '#contract/access.ts'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { buildQueryKey } from '../../lib/route-query.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'
import classes from './settings.module.css'

const LABELS: Readonly<Record<Lending, { label: string; description: string }>> = {
  nobody: { label: 'Nobody', description: 'No task uses it, not even your own.' },
  own_tasks: {
    label: 'Tasks I create',
    description: 'And tasks whose source, target or accounts you changed last. Nobody else can list your address.',
  },
  everyone: { label: 'Everyone here', description: 'Anyone who can sign in may list your address in a task.' },
}

/** Who may use the user's access. A choice takes effect at once. */
export function LendingChoice({ lending }: { lending: Lending }) {
  const queryClient = useQueryClient()
  const choose = async (chosen: string) => {
    const choice = Lending.parse(chosen)
    // Show the choice before the server responds; a refusal restores the previous choice.
    queryClient.setQueryData<MyAccess>(
      buildQueryKey(api.access.get),
      (access) => access && { ...access, lending: choice },
    )
    try {
      await call(api.access.update, { body: { lending: choice } })
      toast.success('Saved')
    } catch (error) {
      toastFailure(error, { message: 'Failed to save who may use your access' })
    }
    await readNow(queryClient, api.access.get)
  }
  return (
    <Card component="section" padding="md">
      <Radio.Group label="Who may use my access" value={lending} onChange={(chosen) => void choose(chosen)}>
        <Stack gap="sm" mt="xs">
          {Lending.options.map((option) => (
            <Radio key={option} value={option} {...LABELS[option]} classNames={{ radio: classes.radio ?? '' }} />
          ))}
        </Stack>
      </Radio.Group>
    </Card>
  )
}
