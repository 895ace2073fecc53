import { ArrowRight, ChartGantt, Layers, Tags, type LucideIcon } from 'lucide-react'
import { useState } from 'react'

import { useDocumentTitle } from '../ui/document-title.ts'
import { deferred, later } from '../boot/deferred.tsx'
import { LOGIN } from '../boot/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { keepAsked } from './asked.ts'
import { Header } from './header.tsx'
import { WelcomeLadder } from './welcome-ladder.tsx'
import * as words from './words.ts'

const leftBehindCode = later('outbox/left-behind.tsx', () => import('../outbox/left-behind.tsx'))
const LeftBehind = deferred(leftBehindCode, 'LeftBehind', { canWait: () => true })

export function WelcomePage() {
  useDocumentTitle(null)
  useState(keepAsked)
  return (
    <>
      <Header user={null} notice={<LeftBehind />} />
      <main className="page pb-16">
        <div className="grid items-center gap-10 pt-6.5 pb-9.5 sm:pt-12 lg:grid-cols-[1fr_auto] lg:pt-18.5 lg:pb-20.5">
          <div>
            <h1 className="text-welcome max-sm:text-welcome-small">{words.welcome}</h1>
            <p className="mt-3 max-w-100 text-lead text-fg-2">{words.welcomeText}</p>
            <ButtonLink variant="primary" size="lg" href={LOGIN} className="mt-8">
              {words.signIn}
              <ArrowRight size={16} />
            </ButtonLink>
          </div>
          <WelcomeLadder />
        </div>
        <div className="grid gap-x-8 sm:grid-cols-3">
          {BLURBS.map(({ icon: Icon, title, text }) => (
            <section key={title} className="border-t border-line-2 pt-4 pb-5">
              <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="text-fg-3" />
              <h2 className="mt-2.5 text-[15px] leading-[22px] font-semibold">{title}</h2>
              <p className="text-fg-2">{text}</p>
            </section>
          ))}
        </div>
      </main>
    </>
  )
}

const BLURBS: { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Layers, title: words.priorityTitle, text: words.priorityText },
  { icon: ChartGantt, title: words.timelineTitle, text: words.timelineText },
  { icon: Tags, title: words.categoryTitle, text: words.categoryText },
]
