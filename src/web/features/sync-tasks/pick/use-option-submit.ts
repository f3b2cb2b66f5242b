import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '#contract/api.ts'
import { actOnce } from '../../../lib/action.ts'
import { call } from '../../../lib/call.ts'
import { readMessage } from '../../../lib/call-error.ts'
import { paths } from '../../../lib/paths.ts'
import { readNow } from '../../../lib/read-schedule.ts'
import { toastFailure } from '../../../lib/toast.tsx'

/** Option values in a list without spreadsheets. They contain a space, so they differ from any ID. */
export const CONNECT_GOOGLE = 'connect google'
export const CREATE_SAMPLE = 'create sample'

/** Handles a chosen option: a spreadsheet, or an option to get a first spreadsheet. */
export function useOptionSubmit(onPick: (picked: string) => void): (option: string) => void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const createSample = () =>
    actOnce(queryClient, ['create-sample'], async () => {
      try {
        const { id } = await call(api.spreadsheets.createSample)
        await readNow(queryClient, api.spreadsheets.search)
        onPick(id)
      } catch (error) {
        toastFailure(error, { message: readMessage(error, 'Failed to create a sample spreadsheet') })
      }
    })
  return (option) => {
    if (option === CONNECT_GOOGLE) return void navigate(paths.googleSetup)
    if (option === CREATE_SAMPLE) return void createSample()
    onPick(option)
  }
}
