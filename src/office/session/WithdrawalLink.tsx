// Opens a withdrawal in its room, whatever became of it.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Id } from '../parts/Plain.tsx'

export function WithdrawalLink({ id }: { id: string }): ReactElement {
  return (
    <Link to="/withdrawals" search={{ tab: 'all', withdrawal: id }}>
      <Id id={id} />
    </Link>
  )
}
