import { Combobox, Group, Stack, Text } from '@mantine/core'
import {
  IconBrandGoogle,
  IconFolder,
  IconLink,
  IconSquare,
  IconSquareCheckFilled,
  IconStarFilled,
  IconTablePlus,
} from '@tabler/icons-react'
import type { FileSearch, FoundFile } from '#contract/spreadsheet.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { RelativeTime } from '../../../shared/relative-time.tsx'
import { emptyText, sourceText } from './file-list-text.ts'
import { pickedPlace } from './picked-place.ts'
import type { FileSearchState } from './use-file-search.ts'
import { CONNECT_GOOGLE, CREATE_SAMPLE } from './use-option-submit.ts'

interface Props extends FileSearchState {
  label: string
  listId?: string
  /** Chosen places; missing if only a single place can be chosen. */
  chosen?: ReadonlySet<string>
}

/** Options of a combobox with the spreadsheets found, starred and recent files first. */
export function FileOptions({ label, listId, chosen, link, search, data, error, files, isReading }: Props) {
  const isEmpty = data?.files.length === 0 && search === '' && link === undefined && !isReading
  return (
    <>
      <Combobox.Options
        {...(listId !== undefined && { id: listId })}
        aria-label={label}
        aria-multiselectable={chosen !== undefined}
        mah={chosen ? 'min(260px, 35vh)' : 'min(320px, 50vh)'}
        style={{ overflowY: 'auto' }}
        aria-busy={isReading}
      >
        {link !== undefined && (
          <Combobox.Option value={link}>
            <Group gap="xs">
              <IconLink size={16} aria-hidden />
              Use the link
            </Group>
          </Combobox.Option>
        )}
        <Files files={files} chosen={chosen} />
        {isEmpty && <StartOptions problem={data.problem} />}
      </Combobox.Options>
      <Stack component={Combobox.Footer} gap={6} aria-live="polite">
        {error && <Text size="xs">{error.message}</Text>}
        {!isReading && link === undefined && data?.files.length === 0 && (
          <Text size="sm">{emptyText(data, search)}</Text>
        )}
        {data?.has_more && link === undefined && (
          <Text size="xs" c="dimmed">
            More spreadsheets match. Type more of the title.
          </Text>
        )}
        {data && (!isEmpty || data.problem !== null) && (
          <Text size="xs" c="dimmed">
            {sourceText(data)}
          </Text>
        )}
        {isReading && !data && <Text size="sm">Searching…</Text>}
      </Stack>
    </>
  )
}

/** Options to get a first spreadsheet, if the list is empty. */
function StartOptions({ problem }: Pick<FileSearch, 'problem'>) {
  const isBuiltIn = useAppInfo()?.spreadsheets === 'embedded'
  return (
    <>
      {(isBuiltIn || problem === 'no_account') && (
        <Combobox.Option value={CONNECT_GOOGLE}>
          <Group gap="xs">
            <IconBrandGoogle size={16} aria-hidden />
            Connect Google
          </Group>
        </Combobox.Option>
      )}
      {isBuiltIn && (
        <Combobox.Option value={CREATE_SAMPLE}>
          <Group gap="xs">
            <IconTablePlus size={16} aria-hidden />
            Create a sample spreadsheet
          </Group>
        </Combobox.Option>
      )}
    </>
  )
}

interface FilesProps {
  files: readonly FoundFile[]
  chosen: ReadonlySet<string> | undefined
}

function Files({ files, chosen }: FilesProps) {
  const option = (file: FoundFile) => <FileOption key={file.id} file={file} chosen={chosen} />
  const starred = files.filter(({ is_starred }) => is_starred)
  const others = files.filter(({ is_starred }) => !is_starred)
  if (starred.length === 0) return others.map(option)
  return (
    <>
      <Combobox.Group label="Starred">{starred.map(option)}</Combobox.Group>
      {others.length > 0 && <Combobox.Group label="Others">{others.map(option)}</Combobox.Group>}
    </>
  )
}

function FileOption({ file, chosen }: Omit<FilesProps, 'files'> & { file: FoundFile }) {
  const { title, is_folder, is_starred, viewed_at, modified_at } = file
  const place = pickedPlace(file)
  const isChosen = chosen?.has(place)
  const Check = isChosen ? IconSquareCheckFilled : IconSquare
  return (
    <Combobox.Option value={place} {...(isChosen !== undefined && { 'aria-checked': isChosen })}>
      <Group gap="xs" wrap="nowrap">
        {isChosen !== undefined && <Check size={18} stroke={1.6} aria-hidden style={{ flex: 'none' }} />}
        {is_folder && <IconFolder size={14} aria-hidden style={{ flex: 'none' }} />}
        {is_starred && (
          <IconStarFilled size={14} aria-hidden style={{ flex: 'none', color: 'var(--mantine-color-yellow-6)' }} />
        )}
        <Text span inherit flex={1} style={{ overflowWrap: 'anywhere' }}>
          {is_folder ? `All in the folder ${title}` : title}
        </Text>
        {(viewed_at ?? modified_at) !== null && !is_folder && (
          <Text span size="xs" flex="none">
            {viewed_at === null ? 'edited ' : 'opened '}
            <RelativeTime at={viewed_at ?? modified_at} />
          </Text>
        )}
      </Group>
    </Combobox.Option>
  )
}
