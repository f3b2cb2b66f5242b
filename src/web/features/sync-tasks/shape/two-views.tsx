import { Button, Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface Props {
  label: string
  isText: boolean
  /** Undefined if only one of the views can show the value. */
  onChangeView: ((isText: boolean) => void) | undefined
  /** The field that shows the text; it gets this ID. */
  text: (id: string) => ReactNode
  list: ReactNode
}

/** A value of the form shown as a list or as its text. */
export function TwoViews({ label, isText, onChangeView, text, list }: Props) {
  const id = useId()
  const otherView = isText ? 'Show as a list' : 'Edit as text'
  return (
    <div>
      <div className="shape-head">
        {isText ? (
          <Input.Label htmlFor={id}>{label}</Input.Label>
        ) : (
          <Input.Label labelElement="div" id={id}>
            {label}
          </Input.Label>
        )}
        {onChangeView && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`${otherView}: ${label.toLowerCase()}`}
            onClick={() => onChangeView(!isText)}
          >
            {otherView}
          </Button>
        )}
      </div>
      {isText ? (
        text(id)
      ) : (
        // A fieldset cannot have its legend beside a button.
        // biome-ignore lint/a11y/useSemanticElements: see above
        <div role="group" aria-labelledby={id}>
          {list}
        </div>
      )}
    </div>
  )
}
