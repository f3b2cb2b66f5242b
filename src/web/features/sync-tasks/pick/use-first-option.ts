import type { ComboboxStore } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'

/** Selects the first result, so Enter chooses it. Announces it to screen readers until an arrow key moves on. */
export function useFirstOption(combobox: ComboboxStore, { isWanted, list }: { isWanted: boolean; list: unknown }) {
  const [activeId, setActiveId] = useState<string>()
  const { selectFirstOption, resetSelectedOption } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options change with the list
  useEffect(() => {
    resetSelectedOption()
    setActiveId(isWanted ? (selectFirstOption() ?? undefined) : undefined)
  }, [isWanted, list, selectFirstOption, resetSelectedOption])
  return {
    activeId,
    onKeyDown({ key }: KeyboardEvent) {
      if (key.startsWith('Arrow')) setActiveId(undefined)
    },
  }
}
