// Moves a case in the order of the site: by dragging its handle to another row, or by a step up or down.
import { type DragEvent, type ReactElement, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ActButton } from '../../session/ActButton.tsx'
import type { CaseRecord } from './cases-file.ts'
import styles from './moves.module.css'
import { type Side, stepFrom } from './moves.ts'

/** Puts a case beside another one. */
export type Place = (url: string, target: { readonly beside: CaseRecord; readonly side: Side }) => void

interface MoveCellProps {
  record: CaseRecord
  /** Its name in the reader's language. */
  name: string
  records: readonly CaseRecord[]
  /** Why nothing may be moved. */
  locked: string | undefined
  onPlace: Place
}

export function MoveCell({ record, name, records, locked, onPlace }: MoveCellProps): ReactElement {
  const { t } = useTranslation('officeCases')
  return (
    <span className={styles.cell}>
      <span
        className={styles.handle}
        draggable={locked === undefined}
        data-case={record.url}
        title={t('move.drag')}
        aria-hidden="true"
      >
        ⠿
      </span>
      {([-1, 1] as const).map((step) => {
        const target = stepFrom(records, record.url, step)
        const direction = step === -1 ? 'up' : 'down'
        return (
          <ActButton
            key={step}
            verb="drafts.write"
            tone="ghost"
            aria-label={t(`move.${direction}`, { name })}
            disabledReason={locked ?? (target === null ? t('move.end') : undefined)}
            onClick={() => {
              if (target !== null) onPlace(record.url, target)
            }}
          >
            {step === -1 ? '↑' : '↓'}
          </ActButton>
        )
      })}
    </span>
  )
}

interface MoveAreaProps {
  records: readonly CaseRecord[]
  onPlace: Place
  children: ReactNode
}

/** Returns the row that is under the pointer, and which half of it. */
function rowAt({ target, clientY }: DragEvent): { readonly row: HTMLTableRowElement; readonly side: Side } | null {
  const row = target instanceof Element ? target.closest<HTMLTableRowElement>('tbody tr') : null
  if (row === null) return null
  const { top, height } = row.getBoundingClientRect()
  return { row, side: clientY < top + height / 2 ? 'before' : 'after' }
}

/** The table in which handles are dragged. Its rows are in the order of the records. */
export function MoveArea({ records, onPlace, children }: MoveAreaProps): ReactElement {
  const marked = useRef<HTMLTableRowElement | null>(null)
  const dragged = useRef<string | null>(null)
  const mark = (row: HTMLTableRowElement | null, side?: Side): void => {
    if (marked.current !== null && marked.current !== row) delete marked.current.dataset.drop
    marked.current = row
    if (row !== null && side !== undefined) row.dataset.drop = side
  }
  const end = (): void => {
    mark(null)
    dragged.current = null
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dragged has buttons beside it for the keyboard
    <div
      className={styles.area}
      onDragStart={({ target, dataTransfer }) => {
        const url = target instanceof HTMLElement ? target.dataset.case : undefined
        if (url === undefined) return
        dragged.current = url
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', url)
      }}
      onDragOver={(event) => {
        const at = dragged.current === null ? null : rowAt(event)
        mark(at?.row ?? null, at?.side)
        if (at !== null) event.preventDefault()
      }}
      onDrop={(event) => {
        const at = rowAt(event)
        const beside = at === null ? undefined : records[at.row.sectionRowIndex]
        const url = dragged.current
        end()
        if (at === null || beside === undefined || url === null) return
        event.preventDefault()
        onPlace(url, { beside, side: at.side })
      }}
      onDragEnd={end}
    >
      {children}
    </div>
  )
}
