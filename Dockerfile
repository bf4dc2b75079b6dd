# The router on one machine, from the package that `npm pack` made: docs/local-runner.md#in-a-container.
FROM public.ecr.aws/docker/library/node:24-slim
WORKDIR /app
COPY notification-router-*.tgz ./
# The versions that the tests use.
RUN npm install --no-audit --no-fund ./notification-router-*.tgz aws-cdk-lib@2.275.0 constructs@10.8.1 && rm notification-router-*.tgz
# Inside a container, loopback is the container alone.
ENV LISTEN_ADDRESS=0.0.0.0 PORT=8080 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
CMD ["node_modules/.bin/notify", "start"]
