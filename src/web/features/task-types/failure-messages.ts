import { CallError, messageOf } from '../../lib/call-error.ts'

const statusOf = (error: unknown) => (error instanceof CallError ? error.status : undefined)

/** Why a type was not deleted. */
export function deletionFailure(error: unknown): string {
  return statusOf(error) === 400 ? messageOf(error, 'Cannot delete this type') : 'Failed to delete sync task type'
}

/** Why an import of types did not start. */
export function typeImportFailure(error: unknown): string {
  if (statusOf(error) === 413) return 'File too large. Please use a smaller file.'
  return messageOf(error, statusOf(error) === 400 ? 'Invalid file format' : 'Import failed. Please try again.')
}

/** Why types were not exported. */
export function typeExportFailure(error: unknown): string {
  if (error instanceof CallError && error.code === 'timeout') return 'Export timed out. Please try again.'
  return messageOf(error, 'Export failed. Please try again.')
}
