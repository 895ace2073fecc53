import { ArrowLeft } from 'lucide-react'

import type { User } from '#domain/account/account.ts'

import { useDocumentTitle } from '../ui/document-title.ts'
import { HOME } from '../boot/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { useGoHome } from './arrival.ts'
import { Header } from './header.tsx'
import * as words from './words.ts'

export function NotFoundPage({ user }: { user: User | null }) {
  useDocumentTitle(words.notFoundTab)
  const goHome = useGoHome()
  return (
    <div className="flex min-h-dvh flex-col">
      <Header
        user={user}
        onAddTask={() => goHome('add-task')}
        onOpenCategories={() => goHome('categories')}
        onOpenTemplates={() => goHome('templates')}
      />
      <main className="flex flex-1 flex-col items-center justify-center px-4 pb-2">
        <div>
          <div aria-hidden="true" className="mb-8 flex flex-col gap-2.5">
            <div className="h-1.5 w-55 rounded-[2px] bg-t1-spine" />
            <div className="w-47.5 border-t border-dashed border-control" />
            <div className="h-1 w-40 rounded-[2px] bg-t3-spine" />
            <div className="h-0.75 w-32.5 rounded-[2px] bg-t4-spine" />
            <div className="h-0.5 w-25 rounded-[2px] bg-t5-spine" />
          </div>
          <h1 className="text-page max-sm:text-page-small">{words.notFound}</h1>
          <p className="mt-1 text-fg-2">{words.notFoundHint}</p>
          <ButtonLink variant="primary" href={HOME} icon={<ArrowLeft size={16} />} className="mt-6">
            {words.backToTasks}
          </ButtonLink>
        </div>
      </main>
    </div>
  )
}
